/** Two bytes with the width, then the picture. */
export function writeResize(width: number, picture: Uint8Array): Uint8Array {
  const request = Buffer.alloc(2 + picture.length)
  request.writeUInt16BE(width, 0)
  request.set(picture, 2)
  return request
}

export function readResize(request: Buffer): { width: number; picture: Uint8Array } {
  return { width: request.readUInt16BE(0), picture: request.subarray(2) }
}
