// The actions that the audit log has of logins: their kind in the list of administrators, and the sentence shown there.
import type { SignIn, SignInKind } from './security.contract.ts'

type SignInText = { kind: SignInKind; text: string }

/** Of everything that is written with the subject 'login'. Said of the login, because another person may have done it. */
export const signInActions = {
  signed_in: { kind: 'signed_in', text: 'Loggade in' },
  link_used: { kind: 'signed_in', text: 'Använde en länk för att välja lösenord' },
  recovery_code_used: { kind: 'signed_in', text: 'Loggade in med en reservkod' },
  factor_proved: { kind: 'signed_in', text: 'Bekräftade med sitt andra steg' },
  password_proved: { kind: 'signed_in', text: 'Bekräftade med sitt lösenord' },
  sign_in_refused: { kind: 'refused', text: 'Nekades att logga in' },
  link_refused: { kind: 'refused', text: 'Nekades: länken är redan använd eller gäller inte längre' },
  refresh_token_reused: { kind: 'refused', text: 'Loggades ut: en gammal inloggning användes en gång till' },
  password_change_refused: { kind: 'refused', text: 'Fel lösenord när lösenordet skulle bytas' },
  password_proof_refused: { kind: 'refused', text: 'Fel lösenord vid bekräftelse' },
  factor_refused: { kind: 'refused', text: 'Misslyckades med sitt andra steg' },
  met_taken_address: { kind: 'refused', text: 'Försökte ge någon en e-postadress som redan används' },
  denied: { kind: 'refused', text: 'Försökte göra något som kräver en annan behörighet' },
  first_admin_created: { kind: 'changed', text: 'Skapades som den första administratören' },
  invited: { kind: 'changed', text: 'Bjöds in till kundportalen' },
  link_sent: { kind: 'changed', text: 'Fick en länk för att välja lösenord med e-post' },
  link_made: { kind: 'changed', text: 'En länk för att välja lösenord skapades' },
  rights_changed: { kind: 'changed', text: 'Rättigheterna i kundportalen ändrades' },
  password_changed: { kind: 'changed', text: 'Lösenordet byttes' },
  email_changed: { kind: 'changed', text: 'E-postadressen ändrades' },
  revoked: { kind: 'changed', text: 'Inloggningen stängdes av' },
  reopened: { kind: 'changed', text: 'Inloggningen öppnades igen' },
  factor_added: { kind: 'changed', text: 'Ett andra steg lades till' },
  factor_removed: { kind: 'changed', text: 'Ett andra steg togs bort' },
  recovery_codes_made: { kind: 'changed', text: 'Reservkoder skapades' },
  recovery_codes_removed: { kind: 'changed', text: 'Reservkoderna togs bort' },
  factors_reset: { kind: 'changed', text: 'Tvåstegsinloggningen återställdes' },
} as const satisfies Record<string, SignInText>

export type SignInAction = keyof typeof signInActions

/** Why an attempt to sign in was refused, with a password, a passkey or an API key. */
export const refusalReasons = {
  unknown_login: 'ingen har den adressen',
  wrong_password: 'fel lösenord',
  deactivated: 'inloggningen är avstängd',
  limited: 'för många försök',
  unknown_passkey: 'nyckeln finns inte här',
  wrong_passkey: 'nyckeln kunde inte bekräftas',
  copied_passkey: 'nyckeln verkar vara kopierad',
  key_revoked: 'API-nyckeln är återkallad',
  key_expired: 'API-nyckeln har gått ut',
  factor_needed: 'personen saknar tvåstegsinloggning',
  password_change_due: 'personen måste byta lösenord',
  key_scope: 'API-nyckeln saknar behörighet',
  not_staff: 'API-nyckeln hör till någon som inte längre har en roll',
} as const satisfies Record<string, string>

const has = <Key extends string>(texts: Record<Key, unknown>, key: string | null): key is Key =>
  key !== null && Object.hasOwn(texts, key)

/** The sentence of an entry; a neutral one for an action of another version of the program. */
export function describeSignIn({ action, reason, by }: Pick<SignIn, 'action' | 'reason' | 'by'>): string {
  const text = has(signInActions, action) ? signInActions[action].text : 'Något annat hände med inloggningen'
  const because = has(refusalReasons, reason) ? `: ${refusalReasons[reason]}` : ''
  return `${text}${because}${by === null ? '' : `, av ${by}`}`
}

/** An action without a sentence counts as a change. */
export const kindOfAction = (action: string): SignInKind =>
  has(signInActions, action) ? signInActions[action].kind : 'changed'

/** The actions of a kind that have a sentence. */
export const actionsOf = (kind: SignInKind): SignInAction[] =>
  (Object.keys(signInActions) as SignInAction[]).filter((action) => signInActions[action].kind === kind)
