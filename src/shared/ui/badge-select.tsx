import ChevronDown from 'lucide-react/icons/chevron-down'
import { useRef } from 'react'
import { usePaletteActs } from '../web/palette-acts.ts'
import { useShortcut } from '../web/shortcut.ts'
import { type BadgeEmphasis, type BadgeVariant, badgeClass } from './badge.tsx'
import type { Choice } from './choice.ts'
import { SaveStatus } from './save-status.tsx'
import { useSavedChoice } from './saved-choice.ts'
import { keepEscape } from './select-input.tsx'

type Props = {
  /** The accessible name. */
  label: string
  value: string
  choices: readonly Choice[]
  /** Adds a first choice with the value ''. */
  emptyLabel?: string
  /** How the badge of a value looks. */
  lookOf: (value: string) => { variant: BadgeVariant; emphasis?: BadgeEmphasis }
  /** Saves the choice and reports its own failures. The promise settles when the server has responded. */
  onSave: (value: string) => Promise<unknown>
  /** The key that opens its choices, as the palette does. */
  shortcut?: string
}

/** A badge whose value can be changed and is saved at once. */
export function BadgeSelect({ label, value, choices, emptyLabel, lookOf, onSave, shortcut }: Props) {
  const select = useRef<HTMLSelectElement>(null)
  const showChoices = () => {
    select.current?.focus()
    select.current?.showPicker?.()
  }
  useShortcut(shortcut, showChoices)
  usePaletteActs([{ label: `Ändra ${label.toLowerCase()}`, target: showChoices, ...(shortcut && { shortcut }) }])
  const { shown, save, state } = useSavedChoice(value, onSave)
  return (
    <span className="inline-flex max-w-full items-center gap-1.5">
      <span className="relative inline-flex min-w-0">
        <select
          ref={select}
          aria-label={label}
          title={label}
          value={shown}
          onKeyDown={keepEscape}
          onChange={(event) => save(event.currentTarget.value)}
          className={`h-7 max-w-full cursor-pointer max-sm:h-11 ${badgeClass(lookOf(shown))} pr-6`}
        >
          {emptyLabel && <option value="">{emptyLabel}</option>}
          {choices.map(({ value: key, label: text }) => (
            <option key={key} value={key}>
              {text}
            </option>
          ))}
        </select>
        <ChevronDown
          aria-hidden="true"
          className={`pointer-events-none absolute top-0 right-1.5 h-full w-3.5 ${inkOf(lookOf(shown))}`}
        />
      </span>
      <SaveStatus state={state} />
    </span>
  )
}

const inks: Record<BadgeVariant, string> = {
  default: 'text-on-primary',
  secondary: 'text-primary-strong',
  outline: 'text-ink-soft',
  destructive: 'text-danger-ink',
}
const inkOf = ({ variant, emphasis }: ReturnType<Props['lookOf']>) =>
  emphasis === 'strong' ? 'text-on-danger' : inks[variant]
