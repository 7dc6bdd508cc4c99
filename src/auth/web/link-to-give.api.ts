// Links with which other people choose a password, for every feature.
export { LinkToGiveHost, linkAction, sendLink } from './link-to-give.tsx'
