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
  return ceremonyMessageOf(error) ?? 'Något gick fel. Försök igen om en stund.'
}

/** Of an error in the browser while it asked for a passkey; it does not tell a cancellation from a device without one. */
function ceremonyMessageOf(error: unknown): string | undefined {
  const { code, name } = error as { code?: unknown; name?: string }
  if (!String(code).startsWith('ERROR_')) return undefined
  return ceremonyMessages[name ?? ''] ?? 'Ingen passkey användes. Försök igen, eller välj ett annat sätt.'
}

/** By the name of the browser's error. */
const ceremonyMessages: Partial<Record<string, string>> = {
  InvalidStateError: 'Den här enheten har redan en passkey för ditt konto.',
  SecurityError: 'Passkeys fungerar inte på den här adressen.',
}
