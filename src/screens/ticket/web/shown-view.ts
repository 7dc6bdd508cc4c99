// Which view of the ticket list an address shows: 'Att göra', or the list that its query filters.
import { isDeviceChoice } from '#shared/web/device-choice.ts'

export const TO_DO_QUERY = 'view=todo'

/** The choice of the device to open 'Att göra' when the address names no view and no filter. */
export const OPENS_TO_DO = 'opens-to-do'

export const isToDoShown = (params: URLSearchParams, opensToDo = isDeviceChoice(OPENS_TO_DO)): boolean =>
  params.get('view') === 'todo' || (opensToDo && params.size === 0)
