// How any screen calls and writes to somebody.
export { EmailLink, PhoneLink } from './contact-links.tsx'
