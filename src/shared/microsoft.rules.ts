/** The id or a domain of a directory at Microsoft, which is part of the address at which it is asked for a token. */
export const isDirectory = (tenant: string) => /^[A-Za-z0-9][A-Za-z0-9.-]*$/.test(tenant)
