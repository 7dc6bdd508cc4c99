// The second step, on the login page and in the proof dialog: a code, a recovery code or a passkey.
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useRef, useState } from 'react'
import { Button } from '#shared/ui/button.tsx'
import { QueryError } from '#shared/ui/query-error.tsx'
import { Skeleton } from '#shared/ui/skeleton.tsx'
import type { Factors } from './factor-client.ts'
import { factorsQuery } from './factors.api.ts'
import { isAnswerLost } from './lost-answer.ts'
import { CodeForm, PasskeyForm, RecoveryCodeForm } from './prove-forms.tsx'

const ways = { code: 'Använd koden i appen', passkey: 'Använd passkey', recovery: 'Använd en reservkod' } as const
type Way = keyof typeof ways

type Props = {
  /** The end of each form; gets the choice of another way, and whether the form is being submitted. */
  end: (parts: { others: ReactNode; isPending: boolean }) => ReactNode
  /** Called when a factor is proved, and when it may have been: an earlier response was lost. */
  onProved: () => void
}

/** Proves one of the person's factors. What was typed stays when it is refused or the network fails. */
export function ProveFactor({ end, onProved }: Props) {
  // Asked again: another browser may have added or removed some since they were listed here.
  const query = useQuery({ ...factorsQuery, refetchOnMount: 'always' })
  if (query.error && !query.data) return <QueryError title="Kunde inte hämta dina sätt att bekräfta" query={query} />
  if (!query.data || !query.isFetchedAfterMount) return <Skeleton className="h-32" />
  return <Ways factors={query.data} end={end} onProved={onProved} />
}

function Ways({ factors, end, onProved }: Props & { factors: Factors }) {
  const available = waysWith(factors)
  const [way, setWay] = useState<Way>(available[0] ?? 'recovery')
  const mayBeProved = useRef(false)
  /** Carries out an attempt of a form, which shows what it throws. */
  const attempt = async (verify: () => Promise<unknown>) => {
    try {
      await verify()
    } catch (error) {
      if (mayBeProved.current) onProved()
      mayBeProved.current = isAnswerLost(error)
      throw error
    }
    onProved()
  }
  const others = (
    <>
      {available
        .filter((other) => other !== way)
        .map((other) => (
          <Button key={other} variant="quiet" onPress={() => setWay(other)}>
            {ways[other]}
          </Button>
        ))}
    </>
  )
  const parts = { attempt, end: (isPending: boolean) => end({ others, isPending }) }
  if (way === 'code') return <CodeForm apps={factors.totp} {...parts} />
  if (way === 'passkey') return <PasskeyForm passkeys={factors.passkeys} {...parts} />
  return <RecoveryCodeForm {...parts} />
}

/** The ways that the person has; a recovery code is always offered, as others may be out of reach. */
function waysWith({ totp, passkeys }: Factors): Way[] {
  const hasPasskey = passkeys.length > 0 && 'PublicKeyCredential' in globalThis
  return [...(totp.length > 0 ? (['code'] as const) : []), ...(hasPasskey ? (['passkey'] as const) : []), 'recovery']
}
