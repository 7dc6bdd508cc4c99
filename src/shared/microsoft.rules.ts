/** Whether a text is the id or a domain of a directory at Microsoft, which is part of the URL of its token endpoint. */
export const isDirectory = (tenant: string) => /^[A-Za-z0-9][A-Za-z0-9.-]*$/.test(tenant)
