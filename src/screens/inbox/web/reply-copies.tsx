import UserPlus from 'lucide-react/icons/user-plus'
import Users from 'lucide-react/icons/users'
import { useState } from 'react'
import { REPLY_COPIES_MAX } from '#features/inbox/answers.contract.ts'
import type { Enquiry } from '#features/inbox/enquiries.contract.ts'
import { readableAddress } from '#shared/email.rules.ts'
import { EMAIL_MAX } from '#shared/limits.rules.ts'
import { Button } from '#shared/ui/button.tsx'
import { TextInput } from '#shared/ui/text-field.tsx'

/** The typed addresses, separated by commas, semicolons or spaces. */
export const copiesIn = (typed: string): string[] => typed.split(/[\s,;]+/).filter(Boolean)

type Props = {
  value: string
  onChange: (typed: string) => void
  /** The other recipients of the sender's mail, who are offered. Nothing shows that the sender wants them to read the answer. */
  offered: Enquiry['alsoGot']
  error: string | undefined
  isDisabled: boolean
}

/** The addresses that get a copy of the reply, behind a button until there are any. */
export function ReplyCopies({ value, onChange, offered, error, isDisabled }: Props) {
  const [isAsked, setIsAsked] = useState(false)
  const chosen = new Set(copiesIn(value).map((address) => address.toLowerCase()))
  const left = offered.filter(({ address }) => !chosen.has(address.toLowerCase()))
  if (!isAsked && value === '')
    return (
      <div>
        <Button size="sm" icon={Users} onPress={() => setIsAsked(true)} isDisabled={isDisabled}>
          Kopia
        </Button>
      </div>
    )
  return (
    <div className="order-last flex w-full flex-col gap-2">
      <TextInput
        label="Kopia till"
        hint={`Adresser med komma emellan, högst ${REPLY_COPIES_MAX}. Alla ser varandras adresser.`}
        value={value}
        onChange={onChange}
        maxLength={REPLY_COPIES_MAX * (EMAIL_MAX + 2)}
        autoComplete="off"
        autoFocus={isAsked}
        isDisabled={isDisabled}
        error={error}
      />
      {left.length > 0 && (
        <div className="flex flex-wrap items-center gap-2 text-sm text-ink-soft">
          Fick också mejlet:
          {left.map(({ name, address }) => (
            <Button
              key={address}
              size="sm"
              variant="quiet"
              icon={UserPlus}
              isDisabled={isDisabled}
              accessibleName={`${name || readableAddress(address)}, lägg till som kopia`}
              onPress={() => onChange([...copiesIn(value), readableAddress(address)].join(', '))}
            >
              {name || readableAddress(address)}
            </Button>
          ))}
        </div>
      )}
    </div>
  )
}
