import { readableAddress } from '#shared/email.rules.ts'
import { Card } from '#shared/ui/card.tsx'
import { LinkButton } from '#shared/ui/link-button.tsx'
import { useMe } from './me.ts'

/** The card in which staff and customers change their own password. */
export function OwnPassword() {
  const { email } = useMe()
  return (
    <Card title="Ditt lösenord">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="text-ink-soft">
          Du loggar in som {readableAddress(email)}. Andra enheter loggas ut när du byter.
        </p>
        <LinkButton to="/nytt-losenord">Byt lösenord</LinkButton>
      </div>
    </Card>
  )
}
