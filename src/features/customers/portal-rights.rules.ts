// What a portal login may see and do: one row per right. The columns of `customer_users` have the same names.
type PortalRightRow = {
  label: string
  /** Its text when it is granted, and when it is not. */
  yes: string
  no: string
  /** Whether a new login has it by default. */
  isInitial: boolean
  /** Applies only to a login that sees the whole company. */
  needsCompany: boolean
}

export const portalRights = {
  /** All of the customer's tickets; otherwise those that its contact reported or gets copies of. */
  seesCompany: { label: 'Ser', yes: 'Hela företaget', no: 'Egna ärenden', isInitial: true, needsCompany: false },
  mayApprove: { label: 'Får godkänna tid', yes: 'Ja', no: 'Nej', isInitial: false, needsCompany: true },
  /** Mail about all of the customer's tickets; of its own it always gets mail. */
  getsCompanyMail: {
    label: 'Får mejl om hela företagets ärenden',
    yes: 'Ja',
    no: 'Nej',
    isInitial: true,
    needsCompany: true,
  },
} as const satisfies Record<string, PortalRightRow>

export type PortalRight = keyof typeof portalRights
export const portalRightNames = Object.keys(portalRights) as PortalRight[]

/** An object with a value for every right. */
export const mapRights = <T>(choose: (right: PortalRight) => T) =>
  Object.fromEntries(portalRightNames.map((right) => [right, choose(right)])) as Record<PortalRight, T>

export const rightText = (right: PortalRight, is: boolean): string => portalRights[right][is ? 'yes' : 'no']
