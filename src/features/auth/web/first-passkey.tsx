import { useState } from 'react'
import { Button } from '#shared/ui/button.tsx'
import { NotConfirmed } from '#shared/web/confirmation-question.ts'
import { messageOf } from '#shared/web/forms.ts'
import { listFactors } from './factor-client.ts'
import { addPasskey } from './passkey-client.ts'
import { refetchPerson } from './session.ts'

type Props = {
  /** Called before the browser asks for the passkey, and when none was added. */
  onAdding: (isAdding: boolean) => void
  onAdded: () => void
}

/** Adds a passkey instead of an app, as the first second factor. */
export function FirstPasskey({ onAdding, onAdded }: Props) {
  const [isPending, setPending] = useState(false)
  const [failure, setFailure] = useState<string>()
  const add = async () => {
    setPending(true)
    setFailure(undefined)
    onAdding(true)
    try {
      await addUnlessAdded()
      onAdded()
    } catch (error) {
      onAdding(false)
      setPending(false)
      if (!(error instanceof NotConfirmed)) setFailure(messageOf(error))
    }
  }
  return (
    <>
      <Button
        variant="quiet"
        isFull
        isPending={isPending}
        pendingText="Väntar på webbläsaren..."
        onPress={() => void add()}
      >
        Lägg till en passkey i stället
      </Button>
      <p role="status" className="text-center text-ink-soft empty:hidden">
        {failure}
      </p>
    </>
  )
}

/** An attempt whose response was lost may have added it. */
async function addUnlessAdded() {
  try {
    await addPasskey()
  } catch (error) {
    const factors = await listFactors().catch(() => undefined)
    if (!factors?.passkeys.length) throw error
  }
  await refetchPerson()
}
