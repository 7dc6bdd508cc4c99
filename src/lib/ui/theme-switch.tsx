import { Monitor, Moon, Sun } from 'lucide-react'
import { RadioButton, RadioField, RadioGroup } from 'react-aria-components/RadioGroup'
import { setTheme, type Theme, useTheme } from './theme.ts'

const choices = [
  { theme: 'system', label: 'Som datorn', icon: Monitor },
  { theme: 'light', label: 'Ljust', icon: Sun },
  { theme: 'dark', label: 'Mörkt', icon: Moon },
] as const

const tones = {
  plain: { frame: 'border-line', part: 'text-ink-soft hover:text-ink selected:bg-pine-soft selected:text-pine-strong' },
  rail: {
    frame: 'border-rail-line',
    part: 'text-rail-ink hover:text-rail-ink-strong selected:bg-rail-current selected:text-rail-ink-strong',
  },
}

/** As the system, light or dark; remembered in this browser. */
export function ThemeSwitch({ tone = 'plain' }: { tone?: keyof typeof tones }) {
  return (
    <RadioGroup
      aria-label="Utseende"
      orientation="horizontal"
      value={useTheme()}
      onChange={(theme) => setTheme(theme as Theme)}
      className={`flex w-fit rounded-sm border p-0.5 ${tones[tone].frame}`}
    >
      {choices.map(({ theme, label, icon: Icon }) => (
        <RadioField key={theme} value={theme} aria-label={label}>
          <RadioButton
            className={`grid h-7 w-9 cursor-pointer place-items-center rounded-sm transition-colors focus-visible:outline-2 focus-visible:outline-focus max-sm:h-10 max-sm:w-12 ${tones[tone].part}`}
          >
            <Icon aria-hidden="true" className="size-4" />
          </RadioButton>
        </RadioField>
      ))}
    </RadioGroup>
  )
}
