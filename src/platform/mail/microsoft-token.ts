// Signs in to Microsoft 365 as an application (OAuth 2.0 client credentials), as its servers take no passwords.
import { z } from 'zod'
import { isDirectory } from '#shared/microsoft.rules.ts'

const LOGIN_URL = 'https://login.microsoftonline.com'
const Answer = z.object({ access_token: z.string().min(1), expires_in: z.coerce.number().default(0) })

/** An application that is registered at Microsoft, in a directory. */
export type Application = { tenant: string | null; clientId: string | null }

/** Microsoft refused the application: a wrong tenant, id or secret. */
export class TokenRefused extends Error {
  override name = 'TokenRefused'
}

/** The sign-in of Microsoft did not answer. */
export class TokenUnreachable extends Error {
  override name = 'TokenUnreachable'
}

export async function microsoftToken(
  { tenant, clientId }: Application,
  secret: string,
  loginUrl = LOGIN_URL,
): Promise<{ token: string; seconds: number }> {
  // The only part of the URL that a user enters: '..' would lead to another URL.
  if (tenant === null || !isDirectory(tenant)) throw new TokenRefused('the directory has no such id')
  const request = fetch(`${loginUrl}/${tenant}/oauth2/v2.0/token`, {
    method: 'POST',
    redirect: 'error',
    signal: AbortSignal.timeout(15_000),
    body: new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: clientId ?? '',
      client_secret: secret,
      scope: 'https://outlook.office365.com/.default',
    }),
  })
  const response = await request.catch((cause: unknown) => {
    throw new TokenUnreachable('no answer to the request for a token', { cause })
  })
  const answer = Answer.safeParse(await response.json().catch(() => undefined))
  // The response may quote the secret that was sent: nothing of it is put into the error.
  if (!response.ok || !answer.success) throw new TokenRefused(`the token was refused: ${response.status}`)
  return { token: answer.data.access_token, seconds: answer.data.expires_in }
}
