// Phone and e-mail links for other features.
export { EmailLink, PhoneLink } from './contact-links.tsx'
