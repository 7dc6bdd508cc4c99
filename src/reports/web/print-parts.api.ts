// Parts of a printed page, for print views of other features.

export { CompanyHeader, FooterSpacer, footerLine, HeaderCells } from './print-parts.tsx'
