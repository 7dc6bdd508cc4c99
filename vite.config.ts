import { join } from 'node:path'
import optimizeLocales from '@react-aria/optimize-locales-plugin'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { chunkGroups } from './src/app/browser/bundle-chunks.ts'

/** Sonner writes a <style> element at run time, which the content security policy refuses; app.css imports its sheet. */
const sonnerWithoutStyle: Plugin = {
  name: 'sonner-without-style',
  transform: {
    filter: { id: /sonner\/dist\/index\.mjs/ },
    handler: (code) => code.replace(/^__insertCSS\(".*"\);?$/m, ''),
  },
}

/** An icon's parts are a third of the elements of a list (src/shared/ui/lucide-icon.tsx). */
const iconsOfOnePath: Plugin = {
  name: 'icons-of-one-path',
  enforce: 'pre',
  resolveId: {
    filter: { id: /\/createLucideIcon\.mjs$/ },
    handler: () => join(import.meta.dirname, 'src/shared/ui/lucide-icon.tsx'),
  },
}

export default defineConfig(({ command }) => ({
  appType: 'custom',
  publicDir: false,
  plugins: [
    react(),
    tailwindcss(),
    sonnerWithoutStyle,
    iconsOfOnePath,
    { ...optimizeLocales.vite({ locales: ['sv-SE'] }), enforce: 'pre' },
  ],
  builder: {},
  environments: {
    client: {
      build: {
        outDir: 'dist/client',
        manifest: true,
        modulePreload: { polyfill: false },
        // The sizes that matter are compared with budgets.json; the warning would be the first line of a new installation.
        chunkSizeWarningLimit: 1000,
        rolldownOptions: {
          input: ['src/app/browser/main.tsx', 'src/app/browser/early.ts', 'src/screens/site/browser.ts'],
          output: { codeSplitting: { groups: chunkGroups } },
        },
      },
    },
    ssr: {
      // Only for the build: in dev it breaks ssrLoadModule. Without the define React's development build is bundled.
      ...(command === 'build' && {
        define: { 'process.env.NODE_ENV': '"production"' },
        resolve: { noExternal: true as const },
      }),
      build: {
        outDir: 'dist/server',
        ssr: true,
        emptyOutDir: true,
        rolldownOptions: {
          input: {
            site: 'src/screens/site/render.tsx',
            'early-page': 'src/app/browser/early-page.tsx',
            'draw-screen': 'src/app/browser/draw-screen.tsx',
          },
        },
      },
    },
  },
}))
