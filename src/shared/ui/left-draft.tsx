import { isBlank } from '../text.rules.ts'
import { Button } from './button.tsx'
import { OtherDraft, type OtherVersion } from './draft-status.tsx'

type Props = {
  /** 'Ditt utkast i #1131'. */
  title: string
  text: string
  /** Puts the text into the composer below; undefined when it does not fit there. */
  onTake: (() => void) | undefined
  onRemove: () => void
  other: OtherVersion | undefined
  isDisabled: boolean
}

/** A text that was begun where nobody writes any more: it is taken into the composer below, or removed. */
export const LeftDraft = ({ title, text, onTake, onRemove, other, isDisabled }: Props) => (
  <section
    aria-label={title}
    className="flex flex-col gap-2 rounded-md border border-line bg-sunken px-4 py-2 text-sm shadow-low print:hidden"
  >
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <div className="min-w-40 flex-1">
        <p className="font-semibold">{title}</p>
        <p dir="auto" className="line-clamp-2 [overflow-wrap:anywhere]">
          {text}
        </p>
        {!onTake && <p>Det ryms inte i samma kommentar. Skicka först det du har skrivit.</p>}
      </div>
      {!isBlank(text) && (
        <div className="flex flex-wrap gap-2">
          {onTake && (
            <Button size="sm" isDisabled={isDisabled} onPress={onTake}>
              Fortsätt här
            </Button>
          )}
          <Button size="sm" variant="quiet" isDisabled={isDisabled} onPress={onRemove}>
            Ta bort utkastet
          </Button>
        </div>
      )}
    </div>
    <OtherDraft other={other} isDisabled={isDisabled} />
  </section>
)
