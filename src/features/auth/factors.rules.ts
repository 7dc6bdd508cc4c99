/** Credentials of a login beside its password, in the protocol's words. A passkey is `webauthn`. */
export const factorTypes = ['totp', 'webauthn', 'recovery_code'] as const
export type FactorType = (typeof factorTypes)[number]

export const factorStatuses = ['unverified', 'verified'] as const
export type FactorStatus = (typeof factorStatuses)[number]

/** `sign_in`: of a passkey, before the login is known. */
export const challengePurposes = ['verify', 'register', 'sign_in'] as const
export type ChallengePurpose = (typeof challengePurposes)[number]

/** Levels of a session: aal2 once a second factor has been proved in it. */
export const assuranceLevels = ['aal1', 'aal2'] as const
export type AssuranceLevel = (typeof assuranceLevels)[number]

/** Verified ones of a login, without its recovery codes. */
export const FACTORS_MAX = 10
export const FACTOR_NAME_MAX = 100
/** How long a challenge can be answered. */
export const CHALLENGE_MINUTES = 5
/** How long an added factor can be verified; later it has to be added again. */
export const UNVERIFIED_MINUTES = 60
export const RECOVERY_CODES = 10
export const RECOVERY_CODES_NAME = 'Reservkoder'
