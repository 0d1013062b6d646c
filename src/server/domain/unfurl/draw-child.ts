import { deserialize } from 'node:v8'
import sharp from 'sharp'
import { serveWork } from '../sandbox/sandbox-child.ts'
import { drawCard } from './draw-card.ts'

/**
 * The entry point of the process that draws the pictures of links. It is separate from the one that decodes untrusted
 * pictures, which must never read an SVG; here all SVGs are the product's own, and the pictures in them were encoded by
 * the other process.
 */

/** Several times the size of a card with the maximum number of pictures. */
const LONGEST_BYTES = 8 * 1024 * 1024

// Without a cache, the memory of one card is free for the next. With one thread, a machine with 2 cores can continue to
// serve requests.
sharp.cache(false)
sharp.concurrency(1)
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({ operation: ['VipsForeignLoadSvg', 'VipsForeignLoadWebp'] })

serveWork(LONGEST_BYTES, (card) => drawCard(deserialize(card)))
