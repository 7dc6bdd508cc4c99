// A substitute for signing in to Microsoft 365: a token endpoint for client credentials, and an IMAP server with an empty
// mailbox that accepts only XOAUTH2 with that token.
import { createServer as createHttpServer } from 'node:http'
import { type AddressInfo, createServer } from 'node:net'

export const TENANT = 'a3f1c9d2-0000-4000-8000-000000000001'
export const CLIENT_ID = 'b7e2d8c3-0000-4000-8000-000000000002'
export const CLIENT_SECRET = 'hemlig~sträng'
export const LOGIN = 'support@nordnat.example'

export async function startMicrosoft() {
  const requests: Record<string, string>[] = []
  const signIns: string[] = []
  let hasPermission = true
  let token = 'eyJ0eXAiOiJKV1QifQ.token.of.tests'
  const tokens = createHttpServer((request, response) => {
    let body = ''
    request.on('data', (chunk) => {
      body += chunk
    })
    request.on('end', () => {
      const parameters = new URLSearchParams(body)
      requests.push({ ...Object.fromEntries(parameters), path: request.url ?? '', method: request.method ?? '' })
      const isRight =
        request.url === `/${TENANT}/oauth2/v2.0/token` && parameters.get('client_secret') === CLIENT_SECRET
      response.writeHead(isRight ? 200 : 401, { 'content-type': 'application/json' })
      response.end(
        JSON.stringify(
          isRight
            ? { token_type: 'Bearer', expires_in: 3599, access_token: token }
            : {
                error: 'invalid_client',
                error_description: `AADSTS7000215: Invalid client secret ${parameters.get('client_secret')}`,
              },
        ),
      )
    })
  })
  const imap = createServer((socket) => {
    socket.on('error', () => undefined)
    socket.write('* OK The Microsoft Exchange IMAP4 service is ready.\r\n')
    let waiting: string | undefined
    socket.on('data', (data) => {
      // The client answers a refusal with an empty line.
      for (const line of data.toString().split('\r\n').slice(0, -1)) {
        const [tag = '', command = '', mechanism = '', initial] = line.split(' ')
        if (waiting !== undefined && command === '') socket.write(`${waiting} NO AUTHENTICATE failed.\r\n`)
        else if (command.toUpperCase() === 'AUTHENTICATE' && mechanism.toUpperCase() === 'XOAUTH2')
          waiting = answerTo(tag, initial ?? '')
        else socket.write(answerOf(tag, command.toUpperCase()))
      }
    })
    const answerTo = (tag: string, initial: string) => {
      const given = Buffer.from(initial, 'base64').toString()
      signIns.push(given)
      const isRight = given === `user=${LOGIN}\x01auth=Bearer ${token}\x01\x01` && hasPermission
      socket.write(isRight ? `${tag} OK AUTHENTICATE completed.\r\n` : '+ eyJzdGF0dXMiOiI0MDAifQ==\r\n')
      return isRight ? undefined : tag
    }
  })
  for (const server of [tokens, imap])
    await new Promise<void>((resolve) => {
      server.listen(0, '127.0.0.1', resolve)
    })
  const portOf = (server: { address(): unknown }) => (server.address() as AddressInfo).port
  return {
    requests,
    signIns,
    port: portOf(imap),
    loginUrl: `http://127.0.0.1:${portOf(tokens)}`,
    isToken: (given: string) => given === token,
    /** Tokens issued before are refused from now on. */
    revokeTokens: () => {
      token = `${token}.another`
    },
    /** The application is still registered, but may no longer read the mailbox. */
    takePermission: () => {
      hasPermission = false
    },
    stop: () => Promise.all([tokens, imap].map((server) => new Promise((resolve) => server.close(resolve)))),
  }
}

function answerOf(tag: string, command: string): string {
  switch (command) {
    case 'CAPABILITY':
      return `* CAPABILITY IMAP4rev1 AUTH=XOAUTH2 SASL-IR UIDPLUS MOVE ID UNSELECT IDLE NAMESPACE\r\n${tag} OK CAPABILITY completed.\r\n`
    case 'NAMESPACE':
      return `* NAMESPACE (("" "/")) NIL NIL\r\n${tag} OK NAMESPACE completed.\r\n`
    case 'LIST':
      return `* LIST (\\HasNoChildren) "/" INBOX\r\n${tag} OK LIST completed.\r\n`
    case 'SELECT':
    case 'EXAMINE':
      return `* 0 EXISTS\r\n* 0 RECENT\r\n* FLAGS ()\r\n* OK [UIDVALIDITY 14]\r\n* OK [UIDNEXT 1]\r\n${tag} OK [READ-ONLY] completed.\r\n`
    case 'LOGOUT':
      return `* BYE\r\n${tag} OK LOGOUT completed.\r\n`
    default:
      return `${tag} OK completed.\r\n`
  }
}
