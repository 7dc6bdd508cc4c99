// Parts of a printed page, for print views of other features.

export { PrintFrame, usePrintLoaded } from './print-frame.tsx'
export { CompanyHeader, FooterSpacer, footerLine, HeaderCells } from './print-parts.tsx'
