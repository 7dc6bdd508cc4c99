import { screen, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'

/** Chooses an option of the select with this label, in `container` or anywhere on the screen. */
export async function chooseOption(user: UserEvent, label: string, option: string, container?: HTMLElement) {
  const queries = container ? within(container) : screen
  const select = await queries.findByRole('combobox', { name: label })
  // The names of staff load after the field is rendered.
  await within(select).findByRole('option', { name: option })
  await user.selectOptions(select, option)
}
