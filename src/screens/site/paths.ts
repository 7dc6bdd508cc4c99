/** Every page of the public site. */
export const sitePaths = ['/', '/om-oss', '/kontakt', '/support', '/integritet', '/tillganglighet'] as const
export type SitePath = (typeof sitePaths)[number]
