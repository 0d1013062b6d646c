export * from 'openai'
