export { LinkToGiveDialog } from './link-to-give.dialog.tsx'
