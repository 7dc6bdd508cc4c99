import Monitor from 'lucide-react/icons/monitor'
import Moon from 'lucide-react/icons/moon'
import Sun from 'lucide-react/icons/sun'
import { useId } from 'react'
import { setTheme, useTheme } from './theme.ts'

const choices = [
  { theme: 'system', label: 'Som enheten', icon: Monitor },
  { theme: 'light', label: 'Ljust', icon: Sun },
  { theme: 'dark', label: 'Mörkt', icon: Moon },
] as const

const tones = {
  plain: {
    frame: 'border-line',
    choice: 'text-ink-soft hover:text-ink has-checked:bg-primary-soft has-checked:text-primary-strong',
  },
  rail: {
    frame: 'border-rail-line',
    choice: 'text-rail-ink hover:text-rail-ink-strong has-checked:bg-rail-current has-checked:text-rail-ink-strong',
  },
}

/** Chooses the system's, the light or the dark theme; stored in this browser. */
export function ThemeSwitch({ tone = 'plain' }: { tone?: keyof typeof tones }) {
  const name = useId()
  const chosen = useTheme()
  return (
    <div role="radiogroup" aria-label="Utseende" className={`flex w-fit rounded-sm border p-0.5 ${tones[tone].frame}`}>
      {choices.map(({ theme, label, icon: Icon }) => (
        <label
          key={theme}
          className={`relative grid h-7 w-9 has-checked:system-chosen cursor-pointer place-items-center rounded-sm transition-colors has-focus-visible:outline-2 has-focus-visible:outline-focus max-sm:h-10 max-sm:w-12 ${tones[tone].choice}`}
        >
          <input
            type="radio"
            name={name}
            value={theme}
            checked={theme === chosen}
            onChange={() => setTheme(theme)}
            aria-label={label}
            className="sr-only"
          />
          <Icon aria-hidden="true" className="size-4" />
        </label>
      ))}
    </div>
  )
}
