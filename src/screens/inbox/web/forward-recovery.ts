// The recovery key of the dialog that forwards an enquiry, in a file of its own because the dialog loads when it is opened.
export const forwardKey = (enquiryId: string) => `forward:${enquiryId}`
