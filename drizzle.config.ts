export default {
  dialect: 'postgresql',
  schema: './src/server/db/schema',
  out: './drizzle',
}
