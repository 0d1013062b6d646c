import { deserialize } from 'node:v8'
import sharp from 'sharp'
import { makePictures } from '../pictures/picture-child.ts'
import { drawCard } from './draw-card.ts'

/**
 * The entry of the process that draws the pictures of links. It is not the one that decodes what strangers send, which
 * must never read an SVG; here all SVGs are the product's own, and the pictures in them are what that process has made.
 */

/** Several times what a card takes with as many pictures as fit on it. */
const LONGEST_BYTES = 8 * 1024 * 1024

// The next card finds the memory of this one free, and a 2-core machine goes on serving.
sharp.cache(false)
sharp.concurrency(1)
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({ operation: ['VipsForeignLoadSvg', 'VipsForeignLoadWebp'] })

makePictures(LONGEST_BYTES, (card) => drawCard(deserialize(card)))
