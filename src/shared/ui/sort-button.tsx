import ArrowDown from 'lucide-react/icons/arrow-down'
import ArrowUp from 'lucide-react/icons/arrow-up'

export type Sort = { key: string; direction: 'asc' | 'desc' }

export const ariaSort = { asc: 'ascending', desc: 'descending' } as const

type Props = { header: string; direction: Sort['direction'] | undefined; onPress: () => void }

/** The header of a column that sorts its table. On cards the header is only for screen readers. */
export function SortButton({ header, direction, onPress }: Props) {
  const Arrow = direction === 'asc' ? ArrowUp : ArrowDown
  return (
    <>
      <span className="hidden stacked:inline">{header}</span>
      <button
        type="button"
        onClick={onPress}
        className="group/sort stacked:hidden -mx-1 inline-flex h-7 cursor-pointer items-center gap-1 rounded-sm px-1 hover:text-ink"
      >
        {header}
        <Arrow
          aria-hidden="true"
          className={`size-3.5 ${direction ? 'text-ink' : 'opacity-0 group-hover/sort:opacity-60 group-focus-visible/sort:opacity-60'}`}
        />
      </button>
    </>
  )
}
