/** Whether the window is as narrow as a phone, as `max-sm` in styles. */
export const isPhone = (): boolean => window.matchMedia('(width < 40rem)').matches
