import { backOfficeScreens, plainScreens, portalScreens } from './screens.ts'

const paths = Object.keys({ ...plainScreens, ...portalScreens, ...backOfficeScreens })

/** Every path of the browser app: the server answers them with the app shell, the router renders a screen. */
export const appPaths = paths.filter((path) => !path.endsWith('*'))

/** Unknown paths of the back office: answered with 404 and the app shell, so that signed-in staff see the menu. */
export const unknownPaths = paths.filter((path) => path.endsWith('*'))
