import { KEY_PREFIX, KEY_REQUESTS_PER_MINUTE, keyScopes } from '#shared/api-key.rules.ts'
import { Button } from '#shared/ui/button.tsx'
import { copyLink } from '#shared/ui/copy-text.ts'
import { curlLine } from './curl-line.rules.ts'

/** The part of the API reference about keys, with a line that works as it is copied. */
export function KeysForPrograms() {
  const line = curlLine(location.origin)
  return (
    <section aria-labelledby="keys" className="mb-6 grid max-w-prose grid-cols-1 gap-3">
      <h2 id="keys" className="font-semibold text-md">
        Keys for programs
      </h2>
      <p>
        A program sends an API key as a bearer token. Staff make keys on their account page; a key acts as the person
        who made it, as a technician at most, and ends with that login. It may call the operations below that name one
        of its scopes ({keyScopes.join(', ')}), and no others. {KEY_REQUESTS_PER_MINUTE} requests a minute are answered;
        then 429 says in Retry-After how many seconds to wait. Send an Idempotency-Key with a POST that may be repeated.
      </p>
      <p>
        Put the key ({KEY_PREFIX}…) in an environment variable, so that it is in no history of commands (
        <code>read -rs STODPUNKT_KEY; export STODPUNKT_KEY</code>), and run:
      </p>
      <div className="flex flex-wrap items-center gap-3">
        <pre className="max-w-full whitespace-pre-wrap rounded-sm bg-sunken p-3 text-sm [overflow-wrap:anywhere]">
          {line}
        </pre>
        <span lang="sv">
          <Button size="sm" onPress={() => void copyLink(line, 'Raden')}>
            Kopiera
          </Button>
        </span>
      </div>
    </section>
  )
}
