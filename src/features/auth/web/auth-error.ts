import {
  isAuthApiError,
  isAuthRetryableFetchError,
  isAuthSessionMissingError,
  isAuthWeakPasswordError,
} from '@supabase/auth-js'

const SERVICE_UNAVAILABLE = 503

/** The Swedish message of a sign-in error: the server's, or our own for errors that auth-js raises in English. */
export function authMessageOf(error: unknown): string {
  if (isAuthRetryableFetchError(error)) {
    if (error.status === 0) return 'Ingen kontakt med servern. Kontrollera uppkopplingen och försök igen.'
    if (error.status === SERVICE_UNAVAILABLE) return 'Tjänsten har mycket att göra. Försök igen om en liten stund.'
    return 'Något gick fel hos oss. Försök igen om en stund.'
  }
  if (isAuthSessionMissingError(error)) return 'Du är utloggad. Logga in igen.'
  if (isAuthWeakPasswordError(error) || isAuthApiError(error)) return error.message
  return ceremonyMessages[error instanceof Error ? error.name : ''] ?? 'Något gick fel. Försök igen om en stund.'
}

const NOT_USED = 'Ingen passkey användes. Försök igen, eller välj ett annat sätt.'

/** The browser's errors while it asks for a passkey, by name. It does not tell a cancellation from a device without one. */
const ceremonyMessages: Partial<Record<string, string>> = {
  NotAllowedError: NOT_USED,
  AbortError: NOT_USED,
  InvalidStateError: 'Den här enheten har redan en passkey för ditt konto.',
  SecurityError: 'Passkeys fungerar inte på den här adressen.',
}
