import type { SiteAssets } from '../document.tsx'

/** The built public site: the URLs of its assets, and the functions that render its pages. */
export type SiteFrontend = { site: SiteAssets; render: typeof import('../render.tsx') }
