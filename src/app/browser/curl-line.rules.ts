/** Lists customers by the API key in the environment variable STODPUNKT_KEY, on a command line. */
export const curlLine = (origin: string) =>
  `curl --fail-with-body -H "Authorization: Bearer $STODPUNKT_KEY" ${origin}/api/customers`
