import { LoaderCircle, type LucideIcon } from 'lucide-react'
import { useId } from 'react'
import { Button as RacButton } from 'react-aria-components/Button'
import { BusyStatus } from './busy-status.tsx'
import { Tooltip } from './tooltip.tsx'

export type IconButtonProps = {
  icon: LucideIcon
  /** Swedish, with a verb and what it is about: 'Kopiera tidrad 2026-11-21'. */
  label: string
  /** Shown on hover when the label is long; otherwise the label itself. */
  tooltip?: string
  onPress?: () => void
  tone?: 'plain' | 'danger' | 'rail'
  isBusy?: boolean
  disabledReason?: string | undefined
}

const tones = {
  plain: 'text-ink-soft hover:bg-hover hover:text-ink',
  danger: 'text-ink-soft hover:bg-danger-soft hover:text-danger-ink',
  rail: 'text-rail-ink hover:bg-rail-hover hover:text-rail-ink-strong',
}

export function IconButton({
  icon,
  label,
  tooltip,
  onPress,
  tone = 'plain',
  isBusy = false,
  disabledReason,
}: IconButtonProps) {
  const reasonId = useId()
  const Icon = isBusy ? LoaderCircle : icon
  return (
    <>
      <Tooltip text={disabledReason ?? tooltip ?? label}>
        <RacButton
          aria-label={label}
          onPress={() => !disabledReason && !isBusy && onPress?.()}
          {...(isBusy && { 'aria-disabled': true })}
          {...(disabledReason && { 'aria-disabled': true, 'aria-describedby': reasonId })}
          className={`inline-grid size-8 shrink-0 cursor-pointer place-items-center rounded-sm transition-colors max-sm:size-11 ${disabledReason ? 'cursor-not-allowed text-ink-faint opacity-60' : tones[tone]}`}
        >
          <Icon aria-hidden="true" className={`size-4.5 ${isBusy ? 'animate-spin' : ''}`} />
        </RacButton>
      </Tooltip>
      {isBusy && <BusyStatus text="Arbetar" />}
      {disabledReason && (
        <span id={reasonId} hidden>
          {disabledReason}
        </span>
      )}
    </>
  )
}
