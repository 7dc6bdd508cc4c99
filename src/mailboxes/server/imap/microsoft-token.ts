// Signs in to Microsoft 365 as an application (OAuth 2.0 client credentials), as its servers take no passwords.
import { z } from 'zod'

const LOGIN_URL = 'https://login.microsoftonline.com'
const Answer = z.object({ access_token: z.string().min(1) })

/** Microsoft refused the application: a wrong tenant, id or secret. */
export class TokenRefused extends Error {
  override name = 'TokenRefused'
}

export async function microsoftToken(
  { tenant, clientId }: { tenant: string | null; clientId: string | null },
  secret: string,
  loginUrl = LOGIN_URL,
): Promise<string> {
  const response = await fetch(`${loginUrl}/${encodeURIComponent(tenant ?? '')}/oauth2/v2.0/token`, {
    method: 'POST',
    redirect: 'error',
    signal: AbortSignal.timeout(15_000),
    body: new URLSearchParams({
      ...{ grant_type: 'client_credentials', client_id: clientId ?? '', client_secret: secret },
      scope: 'https://outlook.office365.com/.default',
    }),
  })
  const answer = Answer.safeParse(await response.json().catch(() => undefined))
  // The answer may quote what was sent: nothing of it is kept.
  if (!response.ok || !answer.success) throw new TokenRefused(`the token was refused: ${response.status}`)
  return answer.data.access_token
}
