// Tokens for sending by Microsoft 365, whose SMTP takes no passwords (SMTP.SendAsApp).
import { type Application, microsoftToken } from './microsoft-token.ts'

/** How long before its expiry a token is replaced. */
const MARGIN_MS = 5 * 60_000

export type SmtpTokens = {
  /** Cached while it is valid. Throws TokenRefused and TokenUnreachable. */
  get(): Promise<string>
  /** Drops the cached token, after the mail server has refused it. */
  forget(): void
}

export function openSmtpTokens({ secret, loginUrl, ...application }: SmtpApplication): SmtpTokens {
  let cached: { token: string; until: number } | undefined
  return {
    get: async () => {
      if (cached && Date.now() < cached.until) return cached.token
      const { token, seconds } = await microsoftToken(application, secret, loginUrl)
      cached = { token, until: Date.now() + seconds * 1000 - MARGIN_MS }
      return token
    },
    forget: () => {
      cached = undefined
    },
  }
}

export type SmtpApplication = Application & { secret: string; loginUrl?: string }

const local = new Set(['localhost', '127.0.0.1', '[::1]'])

/** For nodemailer: the user of SMTP_URL with a token, which is only sent over TLS, except on this machine. */
export function tokenOptions(url: string, accessToken: string) {
  const { username, hostname } = new URL(url)
  return {
    auth: { type: 'OAuth2' as const, user: decodeURIComponent(username), accessToken },
    requireTLS: !local.has(hostname),
  }
}
