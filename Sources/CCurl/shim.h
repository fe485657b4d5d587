#pragma once
#define CURL_STRICTER 1
#include <curl/curl.h>
#include <dlfcn.h>

// curl_easy_setopt, curl_multi_setopt and curl_easy_getinfo are variadic macros, which Swift cannot call: one typed function for
// each kind of argument.

static inline CURLcode ccurl_set_long(CURL *easy, CURLoption option, long value) { return curl_easy_setopt(easy, option, value); }

static inline CURLcode ccurl_set_off(CURL *easy, CURLoption option, curl_off_t value) { return curl_easy_setopt(easy, option, value); }

static inline CURLcode ccurl_set_string(CURL *easy, CURLoption option, const char *value) {
    return curl_easy_setopt(easy, option, value);
}

static inline CURLcode ccurl_set_list(CURL *easy, CURLoption option, struct curl_slist *list) {
    return curl_easy_setopt(easy, option, list);
}

static inline CURLcode ccurl_set_pointer(CURL *easy, CURLoption option, void *pointer) {
    return curl_easy_setopt(easy, option, pointer);
}

static inline CURLcode ccurl_set_data_callback(
    CURL *easy, CURLoption option, size_t (*callback)(char *bytes, size_t size, size_t count, void *context)
) {
    return curl_easy_setopt(easy, option, callback);
}

static inline CURLcode ccurl_set_resolver_callback(CURL *easy, int (*callback)(void *state, void *reserved, void *context)) {
    return curl_easy_setopt(easy, CURLOPT_RESOLVER_START_FUNCTION, callback);
}

static inline CURLcode ccurl_set_sockopt_callback(CURL *easy, int (*callback)(void *context, curl_socket_t socket, curlsocktype purpose)) {
    return curl_easy_setopt(easy, CURLOPT_SOCKOPTFUNCTION, callback);
}

/// Has OpenSSL tell what it hears of each connection: `watch` is an info call-back (SSL_CTX_set_info_callback(3)).
///
/// The function is found where libcurl has brought the library along (RTLD_DEFAULT is 0, and its name needs _GNU_SOURCE, which changes other
/// headers); other libraries that libcurl may be built with don't need this.
static inline CURLcode ccurl_tell_tls(CURL *easy, void *context, void *watch) {
    void (*set)(void *context, void *watch) = (void (*)(void *, void *))dlsym((void *)0, "SSL_CTX_set_info_callback");
    if (set) set(context, watch);
    return CURLE_OK;
}

static inline void ccurl_watch_tls(CURL *easy, void (*watch)(const void *tls, int what, int value)) {
    curl_easy_setopt(easy, CURLOPT_SSL_CTX_FUNCTION, ccurl_tell_tls);
    curl_easy_setopt(easy, CURLOPT_SSL_CTX_DATA, (void *)watch);
}

/// OpenSSL's object of the connection that this transfer uses now; NULL without one.
static inline void *ccurl_get_tls(CURL *easy) {
    struct curl_tlssessioninfo *info = NULL;
    if (curl_easy_getinfo(easy, CURLINFO_TLS_SSL_PTR, &info) != CURLE_OK || !info) return NULL;
    return info->backend == CURLSSLBACKEND_OPENSSL ? info->internals : NULL;
}

static inline CURLcode ccurl_get_long(CURL *easy, CURLINFO info, long *value) { return curl_easy_getinfo(easy, info, value); }

static inline CURLcode ccurl_get_off(CURL *easy, CURLINFO info, curl_off_t *value) { return curl_easy_getinfo(easy, info, value); }

static inline const char *ccurl_get_string(CURL *easy, CURLINFO info) {
    char *text = NULL;
    return curl_easy_getinfo(easy, info, &text) == CURLE_OK ? text : NULL;
}

static inline void *ccurl_get_private(CURL *easy) {
    char *pointer = NULL;
    return curl_easy_getinfo(easy, CURLINFO_PRIVATE, &pointer) == CURLE_OK ? pointer : NULL;
}

static inline CURLMcode ccurl_multi_set_long(CURLM *multi, CURLMoption option, long value) {
    return curl_multi_setopt(multi, option, value);
}

static inline CURLMcode ccurl_multi_set_callbacks(
    CURLM *multi,
    int (*socket)(CURL *easy, curl_socket_t socket, int what, void *context, void *socket_context),
    int (*timer)(CURLM *multi, long milliseconds, void *context),
    void *context
) {
    curl_multi_setopt(multi, CURLMOPT_SOCKETFUNCTION, socket);
    curl_multi_setopt(multi, CURLMOPT_SOCKETDATA, context);
    curl_multi_setopt(multi, CURLMOPT_TIMERFUNCTION, timer);
    return curl_multi_setopt(multi, CURLMOPT_TIMERDATA, context);
}

/// The next transfer that is over, or NULL; CURLMsg holds its result in a union, which is read here.
static inline CURL *ccurl_multi_next_done(CURLM *multi, CURLcode *result) {
    int left = 0;
    CURLMsg *message;
    while ((message = curl_multi_info_read(multi, &left))) {
        if (message->msg == CURLMSG_DONE) {
            *result = message->data.result;
            return message->easy_handle;
        }
    }
    return NULL;
}

static inline CURLcode ccurl_global_init(void) { return curl_global_init(CURL_GLOBAL_DEFAULT); }

// A cast macro: the two ways of proving a password that are asked for by name.
static const long ccurl_auth_basic_digest = (long)(CURLAUTH_BASIC | CURLAUTH_DIGEST);
