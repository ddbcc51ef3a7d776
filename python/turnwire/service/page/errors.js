// What a failed call means, and what to do: by the reason of the service, else by the HTTP status.

const REASONS = {
  MISSING_TOKEN: () => ["This service needs an access token.", "Enter the token above. The operator of the service gives them out."],
  UNKNOWN_TOKEN: () => ["The service does not know this access token.", "Check the token above, and use it again."],
  EXPIRED_TOKEN: () => ["This access token has expired.", "Enter another token above."],
  TOO_LARGE: (error) => [`The document is too large: ${error.message}.`, "Read a smaller part, or convert the file with the command turnwire convert."],
  OVER_QUOTA: (error) => ["This access token has made as many calls as it may.", again(error)],
  OVERLOADED: (error) => ["The service has as many calls as it takes.", again(error)],
  STOPPING: () => ["The service is about to stop.", "Try again when it runs again."],
  UNKNOWN_DIALECT: (error) => [`${sentence(error.message)}`, "Choose another format."],
  BAD_FIELD: (error) => [`The service refuses the request: ${error.message}`, "Choose another format or target."],
  INTERNAL: (error) => ["The service has failed.", `The log of the service says why, under the id ${error.detail("google.rpc.ErrorInfo").metadata?.correlation_id ?? "of this call"}.`],
};

const STATUSES = {
  0: () => ["The service cannot be reached.", "Check that turnwire serve runs, and try again."],
  401: REASONS.MISSING_TOKEN,
  403: () => ["The service does not allow this call.", "Ask its operator."],
  404: () => ["The service does not have this call.", "The page and the service may be of different versions: load the page again."],
  413: () => ["The document is too large for this service, or for a proxy before it.", "Read a smaller part, or convert the file with the command turnwire convert."],
  429: REASONS.OVERLOADED,
  499: () => ["The call took longer than the service allows.", "Try a smaller document."],
  502: () => ["The proxy cannot reach the service.", "Check that turnwire serve runs, and try again."],
  503: () => ["The service is not available now.", "Try again in a moment."],
  504: () => ["The call took too long.", "Try again, or try a smaller document."],
};

/** Return two sentences: what happened, and what to do. */
export function explain(error) {
  if (error.status === undefined) return [`This page has failed: ${error.message}`, "Load it again."];
  const known = REASONS[error.reason] ?? STATUSES[error.status];
  return known ? known(error) : [sentence(error.message) || `The service answered with the status ${error.status}.`, ""];
}

/** Return whether a call failed for want of a token that the service takes. */
export const needsToken = (error) => error.status === 401;

/** After how many seconds a call may be made again; 1 if the service does not say. */
export const retrySeconds = (error) => Number.parseFloat(error.detail("google.rpc.RetryInfo").retryDelay ?? "1") || 1;

function again(error) {
  const seconds = Math.ceil(retrySeconds(error));
  return `Try again in ${seconds === 1 ? "a second" : `${seconds.toLocaleString("en")} seconds`}.`;
}

function sentence(text) {
  return text ? `${text[0].toUpperCase()}${text.slice(1)}${/[.!?]$/.test(text) ? "" : "."}` : "";
}
