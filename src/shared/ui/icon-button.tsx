import type { LucideIcon } from 'lucide-react'
import LoaderCircle from 'lucide-react/icons/loader-circle'
import { BaseButton } from './base-button.tsx'

export type IconButtonProps = {
  icon: LucideIcon
  /** In Swedish, a verb and its object: 'Kopiera tidrad 2026-11-21'. */
  label: string
  /** Shown on hover when the label is long; otherwise the label itself. */
  tooltip?: string
  onPress?: () => void
  tone?: 'plain' | 'danger' | 'rail'
  isPending?: boolean
  disabledReason?: string | undefined
}

const tones = {
  plain: 'text-ink-soft hover:bg-hover hover:text-ink active:bg-hover',
  danger: 'text-ink-soft hover:bg-danger-soft hover:text-danger-ink active:bg-danger-soft',
  rail: 'text-rail-ink hover:bg-rail-hover hover:text-rail-ink-strong active:bg-rail-hover',
}

export function IconButton({
  icon,
  label,
  tooltip,
  onPress,
  tone = 'plain',
  isPending = false,
  disabledReason,
}: IconButtonProps) {
  const Icon = isPending ? LoaderCircle : icon
  return (
    <BaseButton
      onPress={onPress}
      isPending={isPending}
      disabledReason={disabledReason}
      accessibleName={label}
      tip={tooltip ?? label}
      className={`inline-grid size-8 shrink-0 cursor-pointer place-items-center rounded-sm transition-colors max-sm:size-11 ${disabledReason ? 'cursor-not-allowed text-ink-faint opacity-60' : tones[tone]}`}
    >
      <Icon aria-hidden="true" className={`size-4.5 ${isPending ? 'animate-spin' : ''}`} />
    </BaseButton>
  )
}
