// Calls of the service on the same origin: the Connect protocol, in JSON.

const PATH = "/turnwire.v1.ConverterService/";

/** A call that failed: the HTTP status (0 without a reply), and the error of the Connect protocol. */
export class ServiceError extends Error {
  constructor(status, body) {
    super(body.message ?? "");
    this.status = status;
    this.code = body.code ?? "";
    this.details = Array.isArray(body.details) ? body.details : [];
  }

  /** The part of the details that has a type, such as `google.rpc.ErrorInfo`; an empty object if there is none. */
  detail(type) {
    return this.details.find((each) => each?.type === type)?.debug ?? {};
  }

  get reason() {
    return this.detail("google.rpc.ErrorInfo").reason ?? "";
  }
}

/** The service; `token` returns the text of the token, or an empty one. */
export class Service {
  constructor(token) {
    this.token = token;
  }

  /** Call a method.  Throws a ServiceError; an aborted call throws the reason of the signal. */
  call(method, request, signal) {
    return this.post(PATH + method, request, signal);
  }

  /** Return the threads of a session file.  Throws as `call` does. */
  threads(data, signal) {
    return this.post("/sessions/threads", { data }, signal);
  }

  async post(path, request, signal) {
    const headers = { "content-type": "application/json", "connect-protocol-version": "1" };
    if (this.token()) headers.authorization = `Bearer ${this.token()}`;
    let response;
    try {
      const body = JSON.stringify(request);
      response = await fetch(path, { method: "POST", headers, body, signal, credentials: "omit" });
      if (response.ok) return await response.json();
    } catch (error) {
      signal?.throwIfAborted();
      throw new ServiceError(response?.status ?? 0, { message: String(error.message ?? error) });
    }
    throw new ServiceError(response.status, await errorIn(response));
  }
}

// A proxy answers with a body of its own.
async function errorIn(response) {
  try {
    const body = await response.json();
    return body && typeof body === "object" ? body : {};
  } catch {
    return {};
  }
}
