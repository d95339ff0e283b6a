// Written by `npm run versions`, from package.json.
export const packageVersion = '0.0.0'
