// Files beside a text, for the screens of other features: sent with it, and shown with it afterwards.
export { AttachedFiles } from './attached-files.tsx'
export { AttachmentArea } from './attachment-area.tsx'
export { AttachmentList } from './attachment-list.tsx'
export { keyWithFiles, useAttachments } from './attachments.ts'
