import { type MouseEvent, memo, type PointerEvent, useEffect } from 'react'
import type { PaletteGroup, PaletteItem } from '../palette.rules.ts'

type Props = {
  id: string
  groups: readonly PaletteGroup[]
  active: PaletteItem | undefined
  onActivate: (key: string) => void
  onChoose: (item: PaletteItem, inNewTab: boolean) => void
}

export const optionId = (listId: string, index: number) => `${listId}-${index}`

/** The options in groups. Their events are handled here, so that at a key only the options that change are rendered. */
export function PaletteList({ id, groups, active, onActivate, onChoose }: Props) {
  const items = groups.flatMap((group) => group.items)
  const itemAt = ({ target }: MouseEvent) => {
    const option = target instanceof Element ? target.closest<HTMLElement>('[role="option"]') : null
    return option ? items[Number(option.dataset.index)] : undefined
  }
  const choose = (event: MouseEvent) => {
    const item = itemAt(event)
    if (item && event.button < 2) onChoose(item, event.ctrlKey || event.metaKey || event.button === 1)
  }
  const point = (event: PointerEvent) => {
    const item = event.pointerType === 'mouse' && itemAt(event)
    if (item) onActivate(item.key)
  }
  const activeId = active && optionId(id, items.indexOf(active))
  useEffect(() => {
    if (activeId) document.getElementById(activeId)?.scrollIntoView?.({ block: 'nearest' })
  }, [activeId])
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are those of the field
    <div
      role="listbox"
      id={id}
      aria-label="Förslag"
      tabIndex={-1}
      // A press does not take the focus from the field.
      onMouseDown={(event) => event.preventDefault()}
      onClick={choose}
      onAuxClick={choose}
      onPointerMove={point}
      className="min-h-0 flex-1 overflow-y-auto overscroll-contain px-2 pb-2 outline-none"
    >
      {groups.map(({ title, items: ofGroup }) => (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset may not be in a listbox
        <div key={title} role="group" aria-label={title}>
          <div aria-hidden="true" className="px-2 pt-3 pb-1 text-sm font-semibold text-ink-soft">
            {title}
          </div>
          {ofGroup.map((item) => {
            const index = items.indexOf(item)
            return (
              <Option key={item.key} id={optionId(id, index)} index={index} item={item} isActive={item === active} />
            )
          })}
        </div>
      ))}
    </div>
  )
}

type OptionProps = { id: string; index: number; item: PaletteItem; isActive: boolean }

const Option = memo(function Option({ id, index, item: { label, detail, shortcut }, isActive }: OptionProps) {
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: the field has the focus and names the active option
    <div
      role="option"
      id={id}
      data-index={index}
      aria-selected={isActive}
      className={`flex min-h-11 cursor-pointer items-center gap-3 rounded-sm px-2 py-1 text-base sm:min-h-9 ${isActive ? 'system-chosen bg-primary-soft' : ''}`}
    >
      <span className="min-w-0 flex-1 sm:flex sm:items-baseline sm:gap-3">
        <span className="block min-w-0 wrap-anywhere">{label}</span>
        {detail && <span className="block min-w-0 text-sm wrap-anywhere text-ink-soft">{detail}</span>}
      </span>
      {shortcut && (
        <span
          aria-hidden="true"
          className="rounded-sm border border-line-strong bg-sunken px-1.5 text-sm max-sm:hidden"
        >
          {shortcut}
        </span>
      )}
    </div>
  )
})
