import { Ellipsis, type LucideIcon } from 'lucide-react'
import { MenuItem, MenuTrigger, Menu as RacMenu } from 'react-aria-components/Menu'
import { Popover } from 'react-aria-components/Popover'
import { listClass, listItemClass, popoverClass } from './choice.tsx'
import { IconButton } from './icon-button.tsx'

export type MenuAction = {
  label: string
  icon?: LucideIcon
  onPress: () => void
  isDanger?: boolean
  /** Why it is off; shown under the label. */
  disabledReason?: string | undefined
}
export type MenuProps = { label: string; icon?: LucideIcon; actions: readonly MenuAction[] }

/** Further actions behind one button. The specified buttons of a row stand outside of it. */
export function Menu({ label, icon = Ellipsis, actions }: MenuProps) {
  return (
    <MenuTrigger>
      <IconButton icon={icon} label={label} />
      <Popover placement="bottom end" offset={4} className={`${popoverClass} min-w-44!`}>
        <RacMenu
          className={listClass}
          disabledKeys={actions.filter((action) => action.disabledReason).map((action) => action.label)}
        >
          {actions.map(({ label: text, icon: Icon, onPress, isDanger, disabledReason }) => (
            <MenuItem
              key={text}
              id={text}
              textValue={text}
              onAction={onPress}
              className={`${listItemClass} ${isDanger ? 'text-danger-ink focused:bg-danger-soft' : 'text-ink focused:bg-pine-soft'}`}
            >
              {Icon && <Icon aria-hidden="true" className="mt-0.5 size-4 shrink-0" />}
              <span>
                {text}
                {disabledReason && <span className="block text-sm text-ink-faint">{disabledReason}</span>}
              </span>
            </MenuItem>
          ))}
        </RacMenu>
      </Popover>
    </MenuTrigger>
  )
}
