import { createImages } from '../domain/agents/images.ts'
import { createPortraits } from '../domain/cards/portraits.ts'
import { createDecoder, createFitter } from '../domain/pictures/decoder.ts'
import { internet } from '../domain/pictures/fetch-picture.ts'
import { createPictureVariants } from '../domain/pictures/picture-variants.ts'
import { hostOf } from '../domain/pictures/public-address.ts'
import { RemotePictures } from '../domain/pictures/remote-pictures.ts'
import { createQuotas } from '../domain/quotas/quotas.ts'
import { createSitemaps } from '../domain/unfurl/sitemap.ts'
import { Unfurls } from '../domain/unfurl/unfurls.ts'
import type { Infrastructure } from './infrastructure.ts'

const MEGABYTE = 1024 * 1024

/** Quotas, and everything that reads, keeps and draws pictures. */
export function createPictures(base: Infrastructure) {
  const { env, given, limits: rateLimits } = base
  const limits = { memoryBytes: env.PICTURE_MEMORY_MB * MEGABYTE }
  const decoder = createDecoder({ ...base, limits })
  const remote = new RemotePictures({
    ...{ ...base, decoder },
    network: given.network ?? internet,
    ownHosts: env.PUBLIC_URL ? [hostOf(new URL(env.PUBLIC_URL))] : [],
    takeFetch: (wallet) => rateLimits.takeWebPicture(wallet),
  })
  const quotas = createQuotas({
    ...base,
    caps: {
      agents: env.QUOTA_AGENTS,
      realms: env.QUOTA_REALMS,
      conversations: env.QUOTA_CONVERSATIONS,
      words: env.QUOTA_WORDS_MB,
      pictures: env.QUOTA_PICTURES_MB,
      sources: env.QUOTA_SOURCES_MB,
    },
  })
  const images = createImages({ ...base, decoder, remote, quota: quotas.pictures })
  return {
    ...{ decoder, quotas, images },
    fitter: createFitter({ ...base, limits }),
    variants: createPictureVariants({ ...base, limits }),
    portraits: createPortraits({ ...base, images, limits }),
    unfurls: new Unfurls({ ...base, images, limits, ...given.unfurls }),
    sitemaps: createSitemaps({ ...base, ...given.sitemaps }),
  }
}
