/** A service that supports OpenAI's chat completions. */
export type Preset = {
  /** The name in ids (before the colon), messages and fingerprints. */
  readonly name: string
  /** The name to show. */
  readonly title: string
  /** `{…}` holds the name of an environment variable. */
  readonly baseURL: string
  /** Environment variables for the key; the first that is set is used. No other key is sent to the service. */
  readonly keyVariables: readonly [string, ...string[]]
  /** The environment variable for another base URL. Default: the stem of its first key variable with `_BASE_URL`. */
  readonly baseURLVariable?: string
  /** Its name of the parameter that limits output tokens. Default `max_tokens`. */
  readonly maxTokensParameter?: 'max_completion_tokens'
  /** Its name of the seed parameter. Default `seed`. */
  readonly seedParameter?: 'random_seed'
  /** One of its models, for examples. */
  readonly model: string
  /** Names that other tools use for it. The error about such a name suggests the right one. */
  readonly aliases?: readonly string[]
  /** Names of models that imply this service. */
  readonly modelNames?: RegExp
  /** A note for its users, in whole sentences. */
  readonly note?: string
}

/**
 * To add a service, add an entry and update the docs (`node --conditions=@assay/source apps/cli/scripts/write-generated.ts`).
 * Addresses and variables are from the services' own pages and published clients, as of November 2026.
 */
export const presets = [
  {
    name: 'google',
    title: 'Google Gemini',
    baseURL: 'https://generativelanguage.googleapis.com/v1beta/openai',
    keyVariables: ['GEMINI_API_KEY', 'GOOGLE_API_KEY', 'GOOGLE_GENERATIVE_AI_API_KEY'],
    model: 'gemini-2.5-flash',
    aliases: ['gemini', 'google-ai', 'googleai', 'google-genai'],
    modelNames: /^gemini/i,
    note: '`reasoningEffort` sets how much it thinks. Vertex goes through `ai-sdk:@ai-sdk/google-vertex:…`: its key is a token that expires after an hour.',
  },
  {
    name: 'mistral',
    title: 'Mistral',
    baseURL: 'https://api.mistral.ai/v1',
    keyVariables: ['MISTRAL_API_KEY'],
    seedParameter: 'random_seed',
    model: 'mistral-small-latest',
    aliases: ['mistralai', 'mistral-ai'],
    modelNames: /^(?:ministral|magistral|mistral-(?:large|medium|small))/i,
  },
  {
    name: 'groq',
    title: 'Groq',
    baseURL: 'https://api.groq.com/openai/v1',
    keyVariables: ['GROQ_API_KEY'],
    model: 'openai/gpt-oss-120b',
    note: 'Takes a schema for some models only, and refuses fields that it does not know.',
  },
  {
    name: 'openrouter',
    title: 'OpenRouter',
    baseURL: 'https://openrouter.ai/api/v1',
    keyVariables: ['OPENROUTER_API_KEY'],
    model: 'z-ai/glm-4.6',
    aliases: ['open-router'],
    note: 'Routing goes into `extraBody`, as in `{ provider: { order: ["…"], allow_fallbacks: false } }`: another route is another judge.',
  },
  {
    name: 'deepseek',
    title: 'DeepSeek',
    baseURL: 'https://api.deepseek.com',
    keyVariables: ['DEEPSEEK_API_KEY'],
    model: 'deepseek-chat',
    aliases: ['deep-seek'],
    modelNames: /^deepseek-(?:chat|reasoner)/i,
    note: 'Has no seed. Older models refuse a schema.',
  },
  {
    name: 'togetherai',
    title: 'Together AI',
    baseURL: 'https://api.together.xyz/v1',
    keyVariables: ['TOGETHER_API_KEY'],
    model: 'openai/gpt-oss-120b',
    aliases: ['together', 'together_ai', 'together-ai'],
  },
  {
    name: 'fireworks',
    title: 'Fireworks',
    baseURL: 'https://api.fireworks.ai/inference/v1',
    keyVariables: ['FIREWORKS_API_KEY'],
    model: 'accounts/fireworks/models/gpt-oss-120b',
    aliases: ['fireworks_ai', 'fireworks-ai', 'fireworksai'],
    note: 'A reply holds at most 4,096 tokens, since nothing is streamed.',
  },
  {
    name: 'xai',
    title: 'xAI',
    baseURL: 'https://api.x.ai/v1',
    keyVariables: ['XAI_API_KEY'],
    model: 'grok-4',
    aliases: ['grok', 'x-ai', 'x.ai'],
    modelNames: /^grok/i,
  },
  {
    name: 'cerebras',
    title: 'Cerebras',
    baseURL: 'https://api.cerebras.ai/v1',
    keyVariables: ['CEREBRAS_API_KEY'],
    maxTokensParameter: 'max_completion_tokens',
    model: 'gpt-oss-120b',
    note: 'Takes few keywords in schemas.',
  },
  {
    name: 'moonshot',
    title: 'Moonshot (Kimi)',
    baseURL: 'https://api.moonshot.ai/v1',
    keyVariables: ['MOONSHOT_API_KEY'],
    model: 'kimi-k2-turbo-preview',
    aliases: ['kimi', 'moonshotai', 'moonshot-ai'],
    modelNames: /^(?:kimi|moonshot-)/i,
    note: 'A model has one temperature, and refuses others. In China `MOONSHOT_BASE_URL=https://api.moonshot.cn/v1`.',
  },
  {
    name: 'zai',
    title: 'Z.AI (GLM)',
    baseURL: 'https://api.z.ai/api/paas/v4',
    keyVariables: ['ZHIPU_API_KEY'],
    model: 'glm-4.6',
    aliases: ['z-ai', 'z.ai', 'zhipu', 'zhipuai', 'glm', 'bigmodel'],
    modelNames: /^glm-/i,
    note: 'Errors come in Chinese or English. In China `ZHIPU_BASE_URL=https://open.bigmodel.cn/api/paas/v4`.',
  },
  {
    name: 'alibaba',
    title: 'Alibaba (Qwen)',
    baseURL: 'https://dashscope-intl.aliyuncs.com/compatible-mode/v1',
    keyVariables: ['DASHSCOPE_API_KEY'],
    model: 'qwen-plus',
    aliases: ['qwen', 'dashscope', 'tongyi', 'aliyun', 'bailian'],
    modelNames: /^qwen-(?:max|plus|turbo|flash|long)/i,
    note: 'Open Qwen3 models want `extraBody: { enable_thinking: false }`. In China `DASHSCOPE_BASE_URL=https://dashscope.aliyuncs.com/compatible-mode/v1`.',
  },
  {
    name: 'nvidia',
    title: 'NVIDIA',
    baseURL: 'https://integrate.api.nvidia.com/v1',
    keyVariables: ['NVIDIA_API_KEY'],
    model: 'openai/gpt-oss-120b',
    aliases: ['nim', 'nvidia-nim', 'nvidia_nim'],
    note: 'Refuses fields that it does not know.',
  },
  {
    name: 'perplexity',
    title: 'Perplexity',
    baseURL: 'https://api.perplexity.ai',
    keyVariables: ['PERPLEXITY_API_KEY'],
    model: 'sonar',
    aliases: ['pplx'],
    modelNames: /^sonar/i,
    note: 'Searches the web, so its verdicts may rely on text outside the contexts: a poor judge.',
  },
  {
    name: 'cohere',
    title: 'Cohere',
    baseURL: 'https://api.cohere.ai/compatibility/v1',
    keyVariables: ['COHERE_API_KEY'],
    model: 'command-a-03-2025',
    modelNames: /^command-/i,
  },
  {
    name: 'huggingface',
    title: 'Hugging Face',
    baseURL: 'https://router.huggingface.co/v1',
    keyVariables: ['HF_TOKEN'],
    model: 'openai/gpt-oss-120b',
    aliases: ['hf', 'hugging-face'],
  },
  {
    name: 'bedrock',
    title: 'Amazon Bedrock',
    baseURL: 'https://bedrock-runtime.{AWS_REGION}.amazonaws.com/openai/v1',
    keyVariables: ['AWS_BEARER_TOKEN_BEDROCK'],
    baseURLVariable: 'BEDROCK_BASE_URL',
    maxTokensParameter: 'max_completion_tokens',
    model: 'openai.gpt-oss-120b-1:0',
    aliases: ['aws', 'aws-bedrock', 'amazon-bedrock', 'amazon'],
    note: 'Needs `AWS_REGION`. Only models of its OpenAI endpoints; Claude and others go through `ai-sdk:@ai-sdk/amazon-bedrock:…`.',
  },
  {
    name: 'vercel',
    title: 'Vercel AI Gateway',
    baseURL: 'https://ai-gateway.vercel.sh/v1',
    keyVariables: ['AI_GATEWAY_API_KEY'],
    model: 'openai/gpt-5-mini',
    aliases: ['gateway', 'ai-gateway', 'vercel-ai-gateway', 'vercel_ai_gateway'],
    note: 'Models are named `creator/model`.',
  },
] as const satisfies readonly Preset[]

export type PresetName = (typeof presets)[number]['name']
