import type { SiteAssets } from '../document.tsx'

/** The public site as it was built: the addresses of its script and styles, and the functions that render its pages. */
export type SiteFrontend = { site: SiteAssets; render: typeof import('../render.tsx') }
