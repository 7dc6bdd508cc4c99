// Links with which other people choose a password, for every feature.
export { LinkToGiveDialog } from './link-to-give.dialog.tsx'
export { useSendLink } from './new-link.tsx'
