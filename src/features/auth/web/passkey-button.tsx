import { useState } from 'react'
import { Button } from '#shared/ui/button.tsx'
import { hasPasskeys } from './has-passkeys.ts'
import { signInByPasskey } from './session.ts'

type Props = { expectSignIn: (isExpected: boolean) => void }

/**
 * Signs in without address or password. Where the browser has no passkeys it is hidden, but there: a button that was pressed on
 * the early page is found by its place among the buttons.
 */
export function PasskeyButton({ expectSignIn }: Props) {
  const [isPending, setPending] = useState(false)
  const [failure, setFailure] = useState<string>()
  const signIn = async () => {
    setPending(true)
    setFailure(undefined)
    expectSignIn(true)
    const failed = await signInByPasskey()
    if (failed) expectSignIn(false)
    setFailure(failed)
    setPending(false)
  }
  return (
    <div data-passkey hidden={!isOffered()} className="flex flex-col gap-2">
      <Button variant="quiet" isFull isPending={isPending} pendingText={WAITING} onPress={() => void signIn()}>
        Använd passkey
      </Button>
      <p role="status" className="text-center text-ink-soft empty:hidden">
        {failure}
      </p>
    </div>
  )
}

const WAITING = 'Väntar på din passkey...'

/** The early page is built for all browsers; its script hides the button. */
const isOffered = () => typeof document === 'undefined' || hasPasskeys()
