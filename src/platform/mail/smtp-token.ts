// Tokens for sending by Microsoft 365, whose SMTP takes no passwords (SMTP.SendAsApp).
import { type Application, microsoftToken } from './microsoft-token.ts'

/** A token is replaced so long before it ends. */
const MARGIN_MS = 5 * 60_000

export type SmtpTokens = {
  /** Kept while it is valid. Throws TokenRefused and TokenUnreachable. */
  get(): Promise<string>
  /** After the mail server has refused it. */
  forget(): void
}

export function openSmtpTokens({ secret, loginUrl, ...application }: SmtpApplication): SmtpTokens {
  let kept: { token: string; until: number } | undefined
  return {
    get: async () => {
      if (kept && Date.now() < kept.until) return kept.token
      const { token, seconds } = await microsoftToken(application, secret, loginUrl)
      kept = { token, until: Date.now() + seconds * 1000 - MARGIN_MS }
      return token
    },
    forget: () => {
      kept = undefined
    },
  }
}

export type SmtpApplication = Application & { secret: string; loginUrl?: string }

const local = new Set(['localhost', '127.0.0.1', '[::1]'])

/** For nodemailer: the user of SMTP_URL with a token, which is sent encrypted alone, except on this machine. */
export function tokenOptions(url: string, accessToken: string) {
  const { username, hostname } = new URL(url)
  return {
    auth: { type: 'OAuth2' as const, user: decodeURIComponent(username), accessToken },
    requireTLS: !local.has(hostname),
  }
}
