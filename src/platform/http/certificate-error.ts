/** Codes of a certificate that is not the server's, has expired or is not trusted. */
const certificateCodes = /^(CERT_|UNABLE_TO_|SELF_SIGNED_|DEPTH_ZERO_|HOSTNAME_MISMATCH|ERR_TLS_CERT_ALTNAME)/

/** Whether a TLS connection failed because of the server's certificate. */
export const isOfCertificate = ({ code = '' }: { code?: string }) => certificateCodes.test(code)
